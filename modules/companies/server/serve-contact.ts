import {
  type Call,
  invalid,
  type SaveChange,
  serveResource,
  type ServedResource,
  valueAfter,
} from '@wattyard/server-kit'
import { contact } from '../contract/index.ts'

/** Checks that whoever is sent something has an address. */
async function beforeSave(_call: Call, change: SaveChange<typeof contact>): Promise<void> {
  const receives = valueAfter(contact, change, 'receives') ?? []
  if (receives.length > 0 && !valueAfter(contact, change, 'email'))
    throw invalid({ email: { key: 'companies.field.mailNeeded' } })
}

/** Serves the people at companies. */
export const serveContact = (): ServedResource => serveResource(contact, { beforeSave })
