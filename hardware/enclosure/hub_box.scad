// The box in the middle of the cables: the Pico and four sockets, one for each side of the table.
//   part   "tray", "lid" or "both"

include <common.scad>

part = "both";
size = [124, 80, 34];
board = [51, 21];                  // the Pico
board_holes = [47, 11.4];          // between its screws M2
board_at = [wall + 1.2, 11];       // its corner; the USB socket looks out of the left wall
board_up = 10;                     // room for pins on its underside, where it has some

module at_board_holes() {
    for (x = [2, 2 + board_holes.x], y = [4.8, 4.8 + board_holes.y])
        translate([board_at.x + x, board_at.y + y, 0]) let ($inward = y < board.y / 2 ? 1 : -1) children();
}

// Thin where the pins of the board are, and thick towards its middle.
module board_post() {
    hull() {
        cylinder(d = 3.6, h = floor_thickness + board_up);
        translate([0, $inward * 3, 0]) cylinder(d = 4.4, h = floor_thickness + board_up);
    }
}

module at_sockets() {
    for (i = [0 : 3]) translate([20 + i * 28, size.y, floor_thickness]) mirror([0, 1, 0]) let ($side = i) children();
}

module hub_tray() {
    difference() {
        union() {
            tray(size);
            at_sockets() translate([0, 0, -0.01]) keystone_block();
            at_board_holes() board_post();
        }
        at_sockets() keystone_opening();
        at_board_holes() translate([0, 0, floor_thickness + board_up - 5]) cylinder(d = 1.7, h = 6);
        // micro USB, with room for the plug's collar
        translate([-1, board_at.y + board.y / 2 - 6, floor_thickness + board_up - 1]) cube([wall + 2.5, 12, 8.5]);
        for (x = [14, size.x - 14], y = [14, size.y - 14])
            translate([x, y, -0.01]) cylinder(d = 10.4, h = 0.8);
    }
}

module hub_lid() {
    lid(size) {
        union() {
            // the button that makes the Pico ready for new firmware, reached with a paper clip
            translate([board_at.x + 13, board_at.y + board.y / 2 + 3.7]) circle(d = 3);
            for (i = [0 : 5]) translate([66 + i * 7, 14]) hull() { circle(d = 2.4); translate([0, 16]) circle(d = 2.4); }
        }
        union() {
            for (i = [0 : 3]) translate([20 + i * 28, size.y - 15]) label("ABCD"[i], 8);
            translate([62, size.y - 26]) label("KEYS ONLY - NO NETWORK", 4.5);
        }
    }
}

if (part == "tray") hub_tray();
if (part == "lid") translate([0, size.y, 2.4]) rotate([180, 0, 0]) hub_lid();
if (part == "both") {
    color("dimgray") hub_tray();
    color("green") translate([board_at.x, board_at.y, floor_thickness + board_up]) cube([board.x, board.y, 1]);
    translate([0, 0, size.z + 40]) color("darkslategray") hub_lid();
}
