// The box in the middle of the cables: the Pico and four sockets, one for each side of the table.
//   part   "tray", "lid" or "both"
//   carrier  true: for the printed circuit board, which holds the Pico and brings its own sockets

include <common.scad>

part = "both";
carrier = false;
size = [124, 80, 34];
board = [51, 21];                  // the Pico
board_holes = [47, 11.4];          // between its screws M2
board_at = [wall + 1.2, 11];       // its corner; the USB socket looks out of the left wall
board_up = 10;                     // room for pins on its underside, where it has some

// The board of the hub; hardware/boards/plan.py says the same. The Pico stands 2.54 above it, at its usual height.
carrier_edge = [[3, 11], [113, 11], [113, 77], [11, 77], [11, 69], [3, 69]];
carrier_holes = [[7, 40], [60, 16], [109, 16], [109, 54], [34, 56]];
carrier_thick = 1.6;
carrier_up = board_up - 2.54 - carrier_thick;
jack = [15.3, 17.74, 13.5];
jack_at = [20.215, 48.155, 76.095, 104.035];      // their middles lie on the net of squares of the tracks

module carrier_posts() {
    for (at = carrier_holes) translate(at) difference() {
        cylinder(d = 6, h = floor_thickness + carrier_up);
        translate([0, 0, floor_thickness + carrier_up - 5]) cylinder(d = 1.7, h = 6);
    }
}
module jack_openings() {
    for (x = jack_at) translate([x - jack.x / 2 - 0.5, size.y - wall - 1, floor_thickness + carrier_up + carrier_thick - 0.4])
        cube([jack.x + 1, wall + 2, jack.z + 0.8]);
}

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
            if (carrier) carrier_posts();
            else {
                at_sockets() translate([0, 0, -0.01]) keystone_block();
                at_board_holes() board_post();
            }
        }
        if (carrier) jack_openings();
        else {
            at_sockets() keystone_opening();
            at_board_holes() translate([0, 0, floor_thickness + board_up - 5]) cylinder(d = 1.7, h = 6);
        }
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
