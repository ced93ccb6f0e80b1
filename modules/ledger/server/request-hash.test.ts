import { fen } from '@wattyard/money'
import { businessDay } from '@wattyard/time'
import { describe, expect, it } from 'vitest'
import type { Account, JournalDraft } from '../contract/index.ts'
import { requestHash } from './request-hash.ts'

const account = (id: string): Account => ({
  id,
  tenantId: 't',
  code: 'bank',
  kind: 'asset',
  ownerType: 'tenant',
  ownerId: '',
  currency: 'CNY',
  running: false,
  minZero: false,
})

const draft: JournalDraft = {
  tenantId: 't',
  idemKey: 'k',
  kind: 'deposit',
  source: { type: 'a', id: 'b' },
  effectiveAt: 1,
  bookedOn: businessDay('2026-11-20'),
  actor: 'one',
  postings: [
    { debit: account('x'), credit: account('y'), amount_fen: fen(1n) },
    { debit: account('y'), credit: account('z'), amount_fen: fen(23n) },
  ],
}
const hash = (over: Partial<JournalDraft> = {}) => requestHash({ ...draft, ...over }, null)

describe('the hash of a request', () => {
  it('is the same for a retry from elsewhere, later and on another day', () => {
    expect(hash({ effectiveAt: 2, bookedOn: businessDay('2026-11-21'), actor: 'two', memo: 'again' })).toBe(hash())
  })

  it('differs by everything that moves money or says what it is for', () => {
    const [first, second] = draft.postings
    if (!first || !second) throw new Error('two postings')
    const others = [
      hash({ kind: 'refund' }),
      hash({ tenantId: 'u' }),
      hash({ source: { type: 'a', id: 'c' } }),
      hash({ source: { type: 'ab', id: '' } }),
      hash({ postings: [first] }),
      hash({ postings: [second, first] }),
      hash({
        postings: [
          { ...first, amount_fen: fen(12n) },
          { ...second, amount_fen: fen(3n) },
        ],
      }),
      hash({ postings: [{ ...first, debit: first.credit, credit: first.debit }, second] }),
      requestHash(draft, 'x'),
    ]
    expect(new Set([...others, hash()]).size).toBe(others.length + 1)
  })

  it('names the version of its form, and stays what it is', () => {
    // Stored hashes are compared for ever: a change of the form takes a new version.
    expect(hash()).toMatchInlineSnapshot(`"1:26SisfYDhWHGIFbkCx9z8tcVemrCntDYSfhcd6nXWiw"`)
  })
})
