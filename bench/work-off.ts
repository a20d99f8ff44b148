// The side of a Worker (stand.ts) in its own process.

/** Does the jobs that the parent sends, one at a time. */
export function workOff<J, R>(run: (job: J) => Promise<R>): void {
  process.on('message', (job: J) => {
    run(job).then(
      result => process.send?.({ result }),
      error => process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  // Open sockets would keep this process alive after its parent has ended.
  process.on('disconnect', () => process.exit())
}
