// A seat box without a cable, open: for its picture (low = true, radio = true).
include <fits_radio.scad>

color("dimgray") seat_tray();
color("seagreen") radio_board_model();
color("silver") cell_model();
color("orangered") slide_model();
translate([0, size.y + 12, height]) {
    color("ivory") below();
    color("darkslategray") above();
    at_keys() button();
    color("gold") translate([lamp.x, lamp.y, 2]) sphere(d = 5);
}
