import { type Call, col, countHiddenQuestion, invalid } from '@wattyard/server-kit'
import { pile } from '../../contract/index.ts'

/**
 * Checks that no other company has a pile with an identity, which is unique in the installation. That it is taken says that the pile exists,
 * so a person learns few of them in an hour.
 *
 * @throws Refusal on `identity`, or `kernel.tooManySearches` above the limit of an hour
 */
export async function mustBeFreeIdentity({ tx, caller }: Call, identity: unknown): Promise<void> {
  if (typeof identity !== 'string') return
  const [row] = await tx.query({ is_taken: col.boolean }, 'select assets_identity_elsewhere($1) as is_taken', [
    identity,
  ])
  if (row?.is_taken !== true) return
  countHiddenQuestion(caller, `${pile.name}.identity ${identity}`)
  throw invalid({ identity: { key: 'kernel.field.taken' } })
}
