// What goes into the hub; see fits.scad.
include <hub_box.scad>
include <fits.scad>

drop = 0;                    // how far it is pushed down

module board_there() { translate([board_at.x, board_at.y, floor_thickness + board_up]) children(); }
module sockets() { at_sockets() socket(); }
module closed_lid() { translate([0, 0, size.z]) hub_lid(); }
module the_carrier() {
    translate([0, 0, floor_thickness + carrier_up - drop]) {
        linear_extrude(carrier_thick) difference() {
            polygon(carrier_edge);
            for (at = carrier_holes) translate(at) circle(d = 2.4);
        }
        for (x = jack_at)
            translate([x - jack.x / 2, size.y - 0.3 - jack.y, carrier_thick]) cube(jack);
    }
    board_there() { pico(); usb_plug(); }
}

if (check == "carrier") intersection() { hub_tray(); the_carrier(); }
if (check == "carrier and lid") intersection() { closed_lid(); union() { hub_tray(); the_carrier(); } }
if (check == "carrier held") intersection() { hub_tray(); the_carrier(); }
if (check == "socket") intersection() { hub_tray(); sockets(); }
if (check == "board") intersection() { hub_tray(); board_there() { pico(); usb_plug(); } }
if (check == "board and socket") intersection() { board_there() { pico(); usb_plug(); } sockets(); }
if (check == "lid") intersection() { closed_lid(); union() { hub_tray(); sockets(); board_there() { pico(); } } }
if (check == "screws") intersection() { union() { hub_tray(); closed_lid(); } union() { screws(size, 8); inserts_of(size); } }
