import type { MessagingApp } from './messaging-app.ts'
import { officialAccount, type OfficialAccountOptions } from './official-account.ts'
import type { CallbackWorld } from './official-account-callback.ts'
import { standIn } from './stand-in.ts'

/** Messaging app of an installation; without one, authenticator apps serve for verification. */
export type MessagingAppChoice =
  | { kind: 'off' }
  | { kind: 'standIn' }
  | ({ kind: 'officialAccount' } & OfficialAccountOptions)

export function messagingApp(
  choice: MessagingAppChoice,
  world: CallbackWorld & { sealKey: Uint8Array },
): MessagingApp | null {
  if (choice.kind === 'off') return null
  return choice.kind === 'standIn' ? standIn(world.sealKey) : officialAccount(choice, world)
}
