// Prints on white paper, whatever the screen looks like: in the light colours while the print is rendered.
export function printInLight(root: HTMLElement = document.documentElement): void {
  let look: string | undefined
  addEventListener('beforeprint', () => {
    look ??= root.dataset.theme
    if (look) root.dataset.theme = 'light'
  })
  addEventListener('afterprint', () => {
    if (look) root.dataset.theme = look
    look = undefined
  })
}
