// Spans of what the product does, for those who have set a collector. While nobody has, each call here is one comparison, and
// neither the SDK nor the context of asynchronous work is loaded (otel.ts, by start-traces.ts).

export type Facts = Readonly<Record<string, string | number | boolean>>
export type Kind = 'internal' | 'server' | 'client'
export type SpanOptions = {
  kind?: Kind
  /** Where the span belongs: below what runs now, as a beginning of its own, or below a span of another node. */
  below?: 'now' | 'nothing' | { traceparent: string | undefined }
}
/** Adds facts that are known later. */
export type Note = (facts: Facts) => void
/** A span whose work is spread over callbacks. */
export type OpenSpan = {
  /** Does work of the span. */
  within: (work: () => void) => void
  end: (facts: Facts, failure?: string) => void
}
/** The span in which something was asked for, to be shown by whoever does it for many at once. */
export type AskingSpan = object

export type Tracing = {
  run: <R>(name: string, facts: Facts, options: SpanOptions, work: (note: Note) => R) => R
  open: (name: string, facts: Facts, options: SpanOptions) => OpenSpan
  /** True within a span that is kept. */
  isKept: () => boolean
  traceparent: () => string | undefined
  asked: () => AskingSpan | undefined
  together: <R>(name: string, asked: readonly (AskingSpan | undefined)[], work: () => R) => R
  apart: <R>(work: () => R) => R
  close: () => Promise<void>
}

let tracing: Tracing | undefined
/** From now on spans are made; undefined ends it. */
export const setTracing = (t: Tracing | undefined): void => {
  tracing = t
}
export const isTracing = (): boolean => tracing !== undefined

const nothing: Note = () => undefined

/** Does `work` in a span, which lasts until its promise is settled. */
export const traced = <R>(name: string, facts: () => Facts, work: (note: Note) => R, options: SpanOptions = {}): R =>
  tracing ? tracing.run(name, facts(), options, work) : work(nothing)

/** The same for details: only within a span that is kept already. */
export const tracedWithin = <R>(name: string, facts: () => Facts, work: () => R, kind: Kind = 'internal'): R =>
  tracing?.isKept() ? tracing.run(name, facts(), { kind }, work) : work()

/** Begins a span that its receiver ends; undefined while traces are off. */
export const beginSpan = (name: string, facts: Facts, options: SpanOptions = {}): OpenSpan | undefined =>
  tracing?.open(name, facts, options)

/** Returns the present span as a `traceparent` of W3C, for a message to another node. */
export const traceparent = (): string | undefined => tracing?.traceparent()

/** Which span asks for something that is done later, with what others ask for. */
export const askedNow = (): AskingSpan | undefined => tracing?.asked()
/** Does at once what several spans have asked for: below the first of them, linked with the others. */
export const tracedTogether = <R>(name: string, asked: () => readonly (AskingSpan | undefined)[], work: () => R): R =>
  tracing ? tracing.together(name, asked(), work) : work()

/** Does work outside of the present span, such as writing the rows of many chargers. */
export const apart = <R>(work: () => R): R => (tracing ? tracing.apart(work) : work())
