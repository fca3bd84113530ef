//! One picture as a PNG.

use ::png::{BitDepth, ColorType, Encoder, Filter};

use crate::Pixels;

/// The picture as a PNG, without loss; none if the encoder refuses it.
pub fn png(picture: &Pixels) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (width, height) = (u32::from(picture.width), u32::from(picture.height));
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_filter(Filter::Adaptive);
    let mut writer = encoder.write_header().ok()?;
    let pixels = picture.bytes.chunks_exact(4);
    let colours: Vec<u8> = pixels
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    writer.write_image_data(&colours).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use vauban_scene::Theme;

    use super::*;
    use crate::draw::{draw, tests::scene};

    #[test]
    fn a_png_is_one_and_has_every_pixel_of_the_picture() {
        let picture = draw(&scene("A7"), Theme::Light, 120, 60).unwrap();
        let bytes = png(&picture).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(png(&picture), Some(bytes.clone()), "the same bytes again");
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let told = reader.next_frame(&mut read).unwrap();
        assert_eq!((told.width, told.height), (120, 60));
        let mut pixels = picture.bytes.chunks(4).zip(read.chunks(3));
        assert!(pixels.all(|(drawn, read)| drawn[..3] == *read));
    }
}
