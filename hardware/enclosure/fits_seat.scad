// What goes into a seat box; see fits.scad.
include <seat_box.scad>
include <fits.scad>

low = of == "low";
drop = 0;                    // how far it is pushed down
slide = 0;                   // and to the front

module switches() { translate([0, 0, height]) at_keys() if (low) switch(); else arcade_button(); }
module lamps() { translate([lamp.x, lamp.y, height]) led(); }
module sockets() { at_socket() socket(); }
// Without its labels, which take long and change nothing here.
module closed_lid() { translate([0, 0, height]) lid(size) { holes(); square(0.01); thinner(); out_of_lip(); } }

// The board as it lies in the low box, its underside at z = 0; with what is on it in this box.
module bare_board() {
    linear_extrude(board_thick) difference() {
        translate([board_edge[0], board_edge[1]]) square([board_edge[2] - board_edge[0], board_edge[3] - board_edge[1]]);
        for (at = board_holes) translate(at) circle(d = 2.4);
    }
    translate([60 - jack.x / 2, 121.7 - jack.y, -jack.z]) cube(jack);
    translate([54.5, 104, board_thick]) cube([11, 5, 1.5]);                       // the ends of its contacts
    for (x = [24, 48, 72, 96], y = [70, 32]) translate([x, y, 0])
        if (low) translate([-8.5, 0.8, -1.9]) cube([16, 6.6, 1.9]);               // sockets of the switches
        else translate([-3.7, -12.4, -12]) cube([7.4, 5.8, 12]);                  // plugs and their wires
    if (low) translate([16, 106, board_thick]) { cylinder(d = 5.8, h = 1); cylinder(d = 5, h = 8.6); }
    else translate([26.3, 103.6, -12]) cube([7.4, 5.8, 12]);
}
module the_board() {
    translate([0, -slide, -drop])
        if (low) translate([0, 0, board_under]) bare_board();
        else translate([size.x / 2 + 60, size.y - 122, board_under + board_thick]) rotate([0, 180, 0]) bare_board();
}
module keys_above() {
    if (low) at_keys() translate([-7, -7, height - 2.6]) cube([14, 14, 5]);
    else switches();
}

if (check == "board") intersection() { seat_tray(); the_board(); }
if (check == "board and keys") intersection() { keys_above(); the_board(); }
if (check == "board and lid") intersection() { union() { closed_lid(); translate([0, 0, height]) jack_tongue(); } union() { seat_tray(); the_board(); } }
if (check == "board held") intersection() { seat_tray(); the_board(); }
if (check == "socket") intersection() { seat_tray(); sockets(); }
if (check == "latch") intersection() { at_socket() difference() { keystone_block(); keystone_opening(); } sockets(); }
if (check == "keys in tray") intersection() { seat_tray(); union() { switches(); lamps(); } }
if (check == "keys in lid") intersection() { closed_lid(); union() { switches(); lamps(); } }
if (check == "keys and socket") intersection() { union() { switches(); lamps(); } sockets(); }
if (check == "lid") intersection() { closed_lid(); union() { seat_tray(); sockets(); } }
if (check == "screws") intersection() { union() { seat_tray(); closed_lid(); } union() { screws(size, 8); inserts_of(size); } }
