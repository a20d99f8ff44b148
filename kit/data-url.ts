/** A file as a data URL, the form in which uploads take it (D-GEN-10). */
export const dataUrl = (file: File): Promise<string> =>
  new Promise((ok, no) => {
    const reader = new FileReader()
    reader.onload = () => ok(String(reader.result))
    reader.onerror = () => no(reader.error)
    reader.readAsDataURL(file)
  })
