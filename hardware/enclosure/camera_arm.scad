// The arm that holds the camera over the middle of the table: a clamp at the table's edge, an upright
// tube, an elbow, a level tube, and a head for a Camera Module 3. The tubes are aluminium, 20 mm across.
//   part   "clamp", "elbow", "head" or "all"

include <common.scad>

part = "all";
tube = 20.3;              // hole for a tube of 20 mm
sleeve = 4;               // wall around a tube
table = 45;               // the thickest table the clamp takes
depth = 42;
bolt = 8.4;               // M8, with a knob below
bolt_head = 13.4;         // across the flats of its nut
camera = [25, 24];        // the board
camera_holes = [21, 12.5];

// A sleeve with a slit and two ears, closed by a screw M4.
module sleeve(height) {
    outer = tube + 2 * sleeve;
    difference() {
        union() {
            cylinder(d = outer, h = height);
            translate([outer / 2 - 3, -7, 0]) cube([15, 14, height]);
        }
        translate([0, 0, -1]) cylinder(d = tube, h = height + 2);
        translate([0, -1.2, -1]) cube([outer, 2.4, height + 2]);
        for (z = [10, height - 10])
            translate([outer / 2 + 6, 0, z]) rotate([90, 0, 0]) cylinder(d = 4.4, h = 40, center = true);
    }
}

module clamp() {
    thick = 12;
    high = table + 2 * thick + 8;
    difference() {
        union() {
            cube([thick, depth, high]);
            cube([60, depth, thick]);
            translate([0, 0, high - thick]) cube([60, depth, thick]);
        }
        translate([42, depth / 2, -1]) cylinder(d = bolt, h = thick + 2);
        translate([42, depth / 2, thick - 7]) cylinder(d = bolt_head / cos(30), h = 8, $fn = 6);
        // ribs of air against slipping
        for (x = [22 : 8 : 54]) translate([x, -1, high - thick - 0.01]) cube([3, depth + 2, 0.8]);
    }
    translate([-tube / 2 - sleeve + 2, depth / 2, 0]) rotate([0, 0, 180]) sleeve(high);
}

module elbow() {
    outer = tube + 2 * sleeve;
    difference() {
        union() {
            rotate([0, 0, 180]) sleeve(50);
            translate([outer / 2 - 2, 0, 25]) rotate([0, 90, 0]) rotate([0, 0, 90]) sleeve(50);
            translate([0, 0, 25]) rotate([0, 90, 0]) cylinder(d = outer - 4, h = outer / 2);
        }
        translate([0, 0, -1]) cylinder(d = tube, h = 60);
        translate([outer / 2 - 2, 0, 25]) rotate([0, 90, 0]) cylinder(d = tube, h = 60);
    }
}

module head() {
    outer = tube + 2 * sleeve;
    plate = [46, 34, 4];
    rotate([0, 90, 0]) rotate([0, 0, 90]) sleeve(40);
    difference() {
        translate([0, -plate.y / 2, -outer / 2 - plate.z + 1.5]) cube(plate);
        translate([23, 0, -outer / 2 - 10]) {
            for (x = [-camera_holes.x / 2, camera_holes.x / 2], y = [-camera_holes.y / 2, camera_holes.y / 2])
                translate([x, y, 0]) cylinder(d = 2.3, h = 20);
            translate([-5, -11, 0]) cube([10, 3, 20]);     // the flat cable
        }
        rotate([0, 90, 0]) translate([0, 0, -1]) cylinder(d = tube, h = 60);
    }
}

module tubes() {
    color("silver") {
        translate([-tube / 2 - sleeve + 2, depth / 2, 0]) cylinder(d = 20, h = 320);
        translate([-tube / 2 - sleeve + 2, depth / 2, 325]) rotate([0, 90, 0]) cylinder(d = 20, h = 260);
    }
}

if (part == "clamp") rotate([90, 0, 0]) clamp();
if (part == "elbow") elbow();
if (part == "head") rotate([180, 0, 0]) head();
if (part == "all") {
    color("dimgray") clamp();
    tubes();
    color("dimgray") translate([-tube / 2 - sleeve + 2, depth / 2, 300]) elbow();
    color("darkslategray") translate([200, depth / 2, 325]) head();
}
