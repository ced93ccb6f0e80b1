import type { SessionWatch } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import type { Limits } from './ask-service.ts'
import type { HelpTexts } from './help-texts.ts'

/** Services that the assistant needs. */
export interface AssistantWorld {
  /** Key of the installation: seals the services' keys and signs tickets. */
  readonly key: Uint8Array
  readonly limits: Limits
  readonly texts: HelpTexts
  /** Ends an answer with the session that asked. */
  readonly sessions: SessionWatch
  readonly clock: Clock
  readonly log: { warn(detail: object, message: string): void }
}
