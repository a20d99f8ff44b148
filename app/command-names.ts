// Texts name the commands of the administrator as they are typed: by npm in the sources, by `wattdesk` in the package.

/** The package of npm holds JavaScript, the sources TypeScript. */
const IS_PACKAGE = import.meta.url.endsWith('.js')

/** A text with its commands as they are typed here. */
export const withCommands = (text: string, isPackage = IS_PACKAGE): string =>
  isPackage ? text.replaceAll('npm run admin --', 'wattdesk admin') : text
