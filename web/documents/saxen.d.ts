// The part of saxen that is used here; the package brings no types.
declare module 'saxen' {
  export class Parser {
    on(event: 'error', hear: (error: Error) => void): this
    on(event: 'openTag', hear: (name: string, attributes: () => Record<string, string>) => void): this
    parse(xml: string): this
  }
}
