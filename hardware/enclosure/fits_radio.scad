// What goes into a seat box without a cable, and into one with five keys; see fits.scad.
include <seat_box.scad>
include <fits.scad>

drop = 0;                    // how far the board is pushed down
lift = 0;                    // and up
push = [0, 0];               // or along: board, cell or switch
antenna_free = 15;           // no metal nearer than this, says the chip's maker

module switches() { translate([0, 0, height]) at_keys() if (low) switch(); else arcade_button(); }
module lamps() { translate([lamp.x, lamp.y, height]) led(); }
// Without its labels, which take long and change nothing here.
module closed_lid() { translate([0, 0, height]) { lid(size) { holes(); square(0.01); thinner(); out_of_lip(); } under_lid(); } }

// ---- without a cable ----

board_z = floor_thickness + radio_up;
module at_radio() { translate([radio_at.x + push.x, radio_at.y + push.y, board_z + lift - drop]) children(); }
module radio_board_model() {
    at_radio() {
        cube(radio_board);
        translate([-1.2, radio_board.y / 2 - 4.5, radio_board.z]) cube([7.4, 9, 3.3]);             // USB-C
        translate([radio_board.x - 25.5, radio_board.y / 2 - 9, radio_board.z]) cube([25.5, 18, 3.2]);  // the module
        translate([8, 3.2, radio_board.z]) cube([8, 6, 6]);                                         // the cell's socket, its plug in it
        translate([7, 0.6, -3]) cube([44, 1.6, 3]);                                                 // joints and wires below
        translate([7, radio_board.y - 2.2, -3]) cube([44, 1.6, 3]);
    }
}
module usb_c_plug() {
    at_radio() translate([-1.2 - 20, radio_board.y / 2 - 6, radio_board.z + 1.6 - 3.2]) cube([20, 12, 6.4]);
}
module cell_model() { translate([cell_at.x + push.x, cell_at.y + push.y, floor_thickness]) cube([cell.x, cell.y, cell.z]); }
module cell_room() { translate([cell_at.x, cell_at.y, floor_thickness]) cube([cell.x, cell.y, cell.z + cell_play.z]); }
module slide_model() {
    translate([slide_x + push.x, size.y - wall - slide.y + push.y, slide_z + 0.05]) {
        translate([-slide.x / 2, 0, 0]) cube([slide.x, slide.y - 0.05, slide.z - 0.1]);
        translate([-2, slide.y - 0.1, 0.85]) cube([4, 4, 1.9]);                                     // the lever and its way
        for (x = [-2.5, 0, 2.5]) translate([x - 0.3, -2.9, 1.5]) cube([0.6, 3, 0.6]);               // pins
    }
}
// The last 6 mm of the module are the antenna.
module antenna_room() {
    at_radio() translate([radio_board.x - 6, radio_board.y / 2 - 9, radio_board.z] - antenna_free * [1, 1, 1])
        cube([6, 18, 1] + 2 * antenna_free * [1, 1, 1]);
}
module metal() {
    switches(); lamps(); screws(size, 8); inserts_of(size); cell_room(); slide_model();
}

if (check == "radio board") intersection() { seat_tray(); union() { radio_board_model(); usb_c_plug(); } }
if (check == "radio board and keys") intersection() { union() { switches(); lamps(); } union() { radio_board_model(); slide_model(); } }
if (check == "radio board held") intersection() { union() { seat_tray(); closed_lid(); } radio_board_model(); }
if (check == "cell") intersection() { seat_tray(); cell_room(); }
if (check == "cell and rest") intersection() { union() { switches(); lamps(); radio_board_model(); } cell_room(); }
if (check == "cell held") intersection() { seat_tray(); cell_model(); }
if (check == "slide") intersection() { seat_tray(); slide_model(); }
if (check == "slide held") intersection() { union() { seat_tray(); closed_lid(); } slide_model(); }
if (check == "antenna") intersection() { antenna_room(); metal(); }

// ---- five keys, and a ribbon cable ----

ribbon = [7 * 1.27, 1.3];
module ribbon_cable() {
    y = size.y - wall - 14;
    translate([size.x / 2 - ribbon.x / 2, 0, 0]) {
        translate([0, y - 12, tie_bridge.z + 0.05]) cube([ribbon.x, 12 + tie_bridge.y + 2, ribbon.y]);
        translate([0, y + tie_bridge.y + 1, tie_bridge.z + 0.05]) cube([ribbon.x, ribbon.y, height - 4 - tie_bridge.z]);
        translate([0, y + tie_bridge.y + 1, height - 4]) cube([ribbon.x, 20, ribbon.y]);
    }
}
module cable_tie() {
    band = [3.6, 1.3];
    translate([size.x / 2, size.y - wall - 14 + 2.4, 0]) {
        translate([-tie_bridge.x / 2 - 1.4, 0, floor_thickness + 1.2]) cube([tie_bridge.x + 2.8, band.x, band.y]);
        for (x = [-tie_bridge.x / 2 - 1.4, tie_bridge.x / 2 + 0.1]) translate([x, 0, floor_thickness + 1.2]) cube([1.3, band.x, 8]);
        translate([-tie_bridge.x / 2 - 1.4, 0, tie_bridge.z + 1.4]) cube([tie_bridge.x + 2.8, band.x, band.y]);
        translate([tie_bridge.x / 2 + 0.1, -1, floor_thickness + 2]) cube([5, 6, 5]);               // its head
    }
}
if (check == "cable") intersection() { union() { seat_tray(); closed_lid(); } union() { ribbon_cable(); cable_tie(); } }
if (check == "cable and keys") intersection() { union() { switches(); lamps(); } union() { ribbon_cable(); cable_tie(); } }

// ---- both ----

if (check == "keys in tray") intersection() { seat_tray(); union() { switches(); lamps(); } }
if (check == "keys in lid") intersection() { closed_lid(); union() { switches(); lamps(); } }
if (check == "lid") intersection() { closed_lid(); union() { seat_tray(); if (radio) { radio_board_model(); slide_model(); } } }
if (check == "screws") intersection() { union() { seat_tray(); closed_lid(); } union() { screws(size, 8); inserts_of(size); } }
