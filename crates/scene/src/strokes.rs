//! The characters that lines are drawn with.

/// The stroke for a direction, given in columns and rows; a dot where none fits.
pub(crate) fn slope(wide: f32, high: f32) -> char {
    if wide == 0.0 {
        return '│';
    }
    if high == 0.0 {
        return '─';
    }
    if wide.abs() != high.abs() {
        return '·';
    }
    if (wide > 0.0) == (high > 0.0) {
        '╲'
    } else {
        '╱'
    }
}

/// The arrow for a direction, given in columns and rows.
pub(crate) fn arrow_head(wide: f32, high: f32) -> char {
    const HEADS: [char; 8] = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
    // Measured as the eye sees it: a row is twice as high as a column is wide.
    let turn = (2.0 * high).atan2(wide) / std::f32::consts::FRAC_PI_4;
    let eighth = (turn.round() as i32).rem_euclid(8);
    HEADS[eighth as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_points_where_it_goes() {
        let ways = [(4.0, 0.0), (4.0, 2.0), (0.0, 2.0), (-4.0, 2.0), (-4.0, 0.0)];
        assert_eq!(
            ways.map(|(wide, high)| arrow_head(wide, high)),
            ['→', '↘', '↓', '↙', '←']
        );
        assert_eq!(arrow_head(-4.0, -2.0), '↖');
        assert_eq!(arrow_head(0.0, -1.0), '↑');
        assert_eq!(arrow_head(4.0, -2.0), '↗');
    }

    #[test]
    fn a_line_between_the_strokes_is_dotted() {
        assert_eq!([slope(0.0, 3.0), slope(3.0, 0.0)], ['│', '─']);
        assert_eq!(
            [slope(2.0, 2.0), slope(2.0, -2.0), slope(3.0, 1.0)],
            ['╲', '╱', '·']
        );
    }
}
