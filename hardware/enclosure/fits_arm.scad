// What goes into the camera arm; see fits.scad.
include <camera_arm.scad>
include <fits.scad>

module at_camera() { translate([camera_x, camera_y, head_top - head_plate.z - camera_up]) children(); }
module level_tube() { rotate([0, 90, 0]) translate([0, 0, -100]) cylinder(d = 20, h = 100 + head_sleeve); }
module pi_there() { translate([-42.5, outer / 2 + 2 + pi_up, pi_plate.y / 2 - 28]) pi_board(); }

if (check == "camera") intersection() { head(); at_camera() { camera_module(); camera_screws(); } }
if (check == "camera and tube") intersection() { level_tube(); at_camera() { camera_module(); camera_screws(); } }
if (check == "head and tube") intersection() { head(); level_tube(); }
if (check == "elbow and tubes") intersection() { elbow(); union() {
    translate([0, 0, -50]) cylinder(d = 20, h = 100);
    translate([outer / 2 - 2, 0, 25]) rotate([0, 90, 0]) cylinder(d = 20, h = 100);
} }
if (check == "clamp") intersection() { clamp(); union() {
    at_upright() cylinder(d = 20, h = 200);
    translate([12.01, -50, 12 + 7]) cube([300, 200, table]);
    translate([42, depth / 2, -40]) cylinder(d = 8, h = 59);
    translate([42, depth / 2, 5.1]) cylinder(d = 13 / cos(30), h = 6.5, $fn = 6);
} }
if (check == "pi") intersection() { pi_seat(); union() { pi_there(); translate([0, 0, -50]) cylinder(d = 20, h = 200); } }
