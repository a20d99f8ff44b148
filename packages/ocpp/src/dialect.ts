// A dialect: all that a session must know of the protocol that its charger speaks. A session holds one from its handshake
// to its end.
import type { FrameFaults } from './frames.ts'
import type { Subprotocol } from './handshake.ts'
import type { Messages } from './messages/message.ts'
import type { Validators } from './validators.ts'

export interface Dialect<M extends Messages> {
  readonly protocol: Subprotocol
  /** How texts that are no frames are answered. */
  readonly faults: FrameFaults
  /** The validators of all its messages; an action without a row is unknown. */
  readonly validators: Validators
  /** Whether a charger may request the action. */
  readonly isChargePointAction: (action: string) => boolean
  /** Never there; it only carries the types of the messages. */
  readonly messages?: M
}
