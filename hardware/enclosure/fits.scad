// Models of what goes into the printed parts, by measure, and what they share with them: nothing where they fit.
// fit_check.py renders each `check` and looks at its volume.
//   of     "seat", "low", "five", "radio", "hub" or "arm"
//   check  which two things are laid into one another

of = "seat";
check = "";
shift = 0;         // of a socket, into the box (positive) or out of it
tilt = 0;          // of a socket, its top into the box
press = 0.2;       // of a socket's latch; 0.2 is how far it rests on the lip

part = "none";
$fn = 24;

// A keystone socket with its latch, as measured: 15.0 x 16.9, 32.9 long, catches 8.35 behind the face.
module socket() {
    face_to_latch = 8.35;
    face_to_lug = 8.23;
    translate([0, shift + 0.05, 3])
        translate([0, face_to_lug, -0.6]) rotate([-tilt, 0, 0]) translate([0, -face_to_lug, 0.6]) {
            translate([-7.5, 0, 0]) cube([15, 32.9, 16.9]);
            translate([-7.5, 10.63, 0]) translate([-0.48, 0, 2]) cube([15.96, 4, 12]);     // stops it from coming out
            translate([-7.5, 4, -0.6]) cube([15, face_to_lug - 4, 1]);                     // the lug below
            translate([-5, face_to_latch, 0]) cube([10, 9, 20.2 - press]);                 // the latch
            translate([-5, 4.5, 0]) cube([10, face_to_latch - 4.5, 21.3 - press]);         // and its catch
        }
}

module arcade_body() {
    translate([0, 0, 2.4]) cylinder(d = 27, h = 2.5);
    translate([0, 0, -20]) cylinder(d = 24, h = 22.5);
}
module arcade_button() {
    arcade_body();
    translate([-6, -6, -33]) cube([12, 12, 14]);            // the lugs, with their wires
}
module switch() {
    translate([-7, -7, -3.5]) cube([14, 14, 5]);
    translate([-7.8, -7.8, 2.4]) cube([15.6, 15.6, 6]);
    translate([-5, -5, -9]) cube([10, 10, 6]);              // pins, diode and wires
}
module led() {
    translate([0, 0, -6]) cylinder(d = 5, h = 10);
    translate([-3, -2, -13]) cube([6, 4, 8]);
}
module screws(size, length) {
    module one() { translate([0, 0, 1.6 - length]) cylinder(d = 3, h = length); translate([0, 0, 1.6]) cylinder(d = 5.7, h = 2); }
    at_corners(size) translate([0, 0, size.z]) one();
}
module inserts_of(size) {
    at_corners(size) translate([0, 0, size.z - 5.7]) cylinder(d = 4, h = 5.7);
}

module pico() {
    cube([51, 21, 1]);
    translate([-1.3, 6.5, 1]) cube([7, 8, 2.7]);
    for (y = [0.35, 18.1]) translate([0.5, y, -8.5]) cube([50, 2.54, 8.5]);
}
module usb_plug() {
    translate([-31.3, 5, -0.4]) cube([28, 11, 7]);          // collar
    translate([-5, 6.9, 1]) cube([5, 7.2, 2.4]);
}

module camera_module() {
    // seen from above, its holes around the origin, z = 0 its back
    difference() {
        translate([-12.5, -15.75, -1]) cube([25, 23.9, 1]);
        for (x = [-10.5, 10.5], y = [-6.25, 6.25]) translate([x, y, -2]) cylinder(d = 2.2, h = 4);
    }
    translate([-10.6, -15.75, 0]) cube([21.2, 5.7, 2.8]);    // connector of the flat cable
    translate([-8, -21, 0.6]) cube([16, 6, 0.4]);            // which leaves here and goes up
    translate([-8, -21, 0.6]) cube([16, 0.4, 24]);
    translate([-6, -4, -9]) cube([12, 12, 8]);               // the lens
}
module camera_screws() {
    for (x = [-10.5, 10.5], y = [-6.25, 6.25]) translate([x, y, 0]) {
        translate([0, 0, -2.6]) cylinder(d = 2, h = 12);
        translate([0, 0, -2.6]) cylinder(d = 4.6, h = 1.6, $fn = 6);
        translate([0, 0, 8]) cylinder(d = 3.8, h = 2);
    }
}
module pi_board() {
    difference() {
        cube([85, 1.5, 56]);
        for (x = [3.5, 61.5], z = [3.5, 52.5]) translate([x, -1, z]) rotate([-90, 0, 0]) cylinder(d = 2.7, h = 4);
    }
    translate([2, -3, 8]) cube([81, 3.1, 40]);               // joints and the card below the board
    translate([2, 1, 8]) cube([86, 16, 40]);                 // sockets above it
}
