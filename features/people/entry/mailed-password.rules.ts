// A password that a mailed code has put in place of another shows who reads the mailbox, not who owns the account. For some minutes
// it signs in and proves nothing for dangerous acts: the owner has been told by mail, and can act (MFA-02).
const PROVES_NOTHING_MS = 15 * 60_000

/** Until when the password of an account proves nothing; undefined: it does. */
export function mailedUntil({ passwordByCodeAt }: { passwordByCodeAt: Date | null }, now: Date): Date | undefined {
  const until = passwordByCodeAt && new Date(passwordByCodeAt.getTime() + PROVES_NOTHING_MS)
  return until && until > now ? until : undefined
}
