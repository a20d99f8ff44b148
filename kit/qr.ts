// A QR code as a drawing: black modules as one path, with the quiet zone of four modules that ISO/IEC 18004 asks for.
import qrcode from 'qrcode-generator'

const QUIET = 4
/** `size`: of the square that the path is drawn in. The code has no more to spare than it must (level L): its text is long. */
export function qrDrawing(text: string): { size: number; path: string } {
  const code = qrcode(0, 'L')
  code.addData(text)
  code.make()
  const modules = code.getModuleCount()
  let path = ''
  for (let y = 0; y < modules; y++)
    for (let x = 0; x < modules; x++) {
      if (!code.isDark(y, x)) continue
      let width = 1
      while (x + width < modules && code.isDark(y, x + width)) width++
      path += `M${x + QUIET} ${y + QUIET}h${width}v1h-${width}z`
      x += width
    }
  return { size: modules + 2 * QUIET, path }
}
