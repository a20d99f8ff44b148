// What is printed is on white paper, whatever the screen looks like: in the colours of the light as long as it is drawn.
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
