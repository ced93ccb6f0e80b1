import type { Remedy } from '../../contract/abnormal/abnormal-rule.ts'
import { REMEDY_ACTIONS } from '../../contract/abnormal/remedy-actions.ts'

/** Returns a list of the wire as texts; none for anything else. */
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Returns the command that a remedy is; undefined for advice. The server sends only remedies of this catalogue. */
export const actionOf = (remedy: string) => REMEDY_ACTIONS[remedy as Remedy]
