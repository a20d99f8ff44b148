// The file store cannot keep or give files at the moment: its disk is full or broken, or its server is not reachable or
// refuses. Callers are answered 503 (platform/http/answer-error.ts); the log has the cause.

type Reasons = { cause: unknown; isFull: boolean; isRefusal: boolean }

export class FileStoreAway extends Error {
  override readonly name = 'FileStoreAway'
  /** True where the store has no room left. */
  readonly isFull: boolean
  /** True where the store is there and turns this installation away: waiting helps nobody. */
  readonly isRefusal: boolean
  constructor(message: string, { cause, isFull = false, isRefusal = false }: Partial<Reasons> = {}) {
    super(message, { cause })
    this.isFull = isFull
    this.isRefusal = isRefusal
  }
}

/** Codes of the operating system for a disk without room, for this user or for everybody. */
const FULL = /^(ENOSPC|EDQUOT)$/
/** Codes for a disk that fails, can only be read, or has no file handles left for us. */
const BROKEN = /^(EIO|EROFS|ENODEV|ENXIO|EMFILE|ENFILE)$/

/** An error of the disk as FileStoreAway; any other error as it is. */
export function diskFault(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (FULL.test(code))
    return new FileStoreAway(`The disk of the uploaded files is full: ${message}`, { cause: error, isFull: true })
  return BROKEN.test(code)
    ? new FileStoreAway(`The disk of the uploaded files fails: ${message}`, { cause: error })
    : error
}
