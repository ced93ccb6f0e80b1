import { LANGUAGES } from '@wattyard/server-kit'
import { allWords } from '@wattyard/testing'
import { ACCOUNT_CODES, account, ACCOUNT_KINDS, journal, JOURNAL_KINDS, OWNER_TYPES } from '../contract/index.ts'
import { expect, it } from 'vitest'

it('every account, kind, field and refusal has words in three languages', () => {
  const words = allWords()
  const keys = [
    ...Object.keys(account.fields).map(key => `ledger.account.${key}`),
    ...Object.keys(journal.fields).map(key => `ledger.journal.${key}`),
    ...ACCOUNT_CODES.map(code => `ledger.account.codeValue.${code}`),
    ...ACCOUNT_KINDS.map(kind => `ledger.account.kindValue.${kind}`),
    ...OWNER_TYPES.map(type => `ledger.account.ownerTypeValue.${type}`),
    ...JOURNAL_KINDS.map(kind => `ledger.journal.kindValue.${kind}`),
    ...[
      'insufficient',
      'notFound',
      'notOpen',
      'overHold',
      'overPaid',
      'reversedAlready',
      'notReversible',
      'keyReused',
      'closedAlready',
    ].map(word => `ledger.error.${word}`),
    'ledger.journal.reverse',
    'ledger.journal.reverseConfirm',
    'ledger.journal.reverseInput.reason',
    'ledger.journal.noun',
    'ledger.account.noun',
  ]
  for (const language of LANGUAGES)
    for (const key of keys) expect(words.has(language, key), `${language} ${key}`).toBe(true)
})
