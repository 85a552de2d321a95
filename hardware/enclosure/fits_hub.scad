// What goes into the hub; see fits.scad.
include <hub_box.scad>
include <fits.scad>

module board_there() { translate([board_at.x, board_at.y, floor_thickness + board_up]) children(); }
module sockets() { at_sockets() socket(); }
module closed_lid() { translate([0, 0, size.z]) hub_lid(); }

if (check == "socket") intersection() { hub_tray(); sockets(); }
if (check == "board") intersection() { hub_tray(); board_there() { pico(); usb_plug(); } }
if (check == "board and socket") intersection() { board_there() { pico(); usb_plug(); } sockets(); }
if (check == "lid") intersection() { closed_lid(); union() { hub_tray(); sockets(); board_there() { pico(); } } }
if (check == "screws") intersection() { union() { hub_tray(); closed_lid(); } union() { screws(size, 8); inserts_of(size); } }
