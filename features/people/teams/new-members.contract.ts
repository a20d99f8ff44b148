// The new members of a team, as the dialog checks and sends them (D-TEAM-2).
import { z } from 'zod'

export const NOTHING_CHOSEN = 'Please select users and a role'

const chosenId = () => z.number(NOTHING_CHOSEN).int(NOTHING_CHOSEN).min(1, NOTHING_CHOSEN).max(2_147_483_647)
export const NewMembers = z.object({
  users: z.array(chosenId(), NOTHING_CHOSEN).min(1, NOTHING_CHOSEN).max(500),
  roleId: chosenId(),
})
