import { computed, defineResource, field, optional } from '@wattyard/resource'
import { ACCOUNT_CODES, ACCOUNT_KINDS, OWNER_TYPES } from './chart.ts'

/** Accounts with their balances, read-only. Only postings change them. */
export const account = defineResource({
  name: 'ledger.account',
  path: 'ledger/account',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    code: computed(field.oneOf(ACCOUNT_CODES)),
    kind: computed(field.oneOf(ACCOUNT_KINDS)),
    ownerType: computed(field.oneOf(OWNER_TYPES)),
    /** Id of the owner in its own module; empty for the tenant's accounts. */
    ownerId: computed(field.text()),
    currency: computed(field.text({ max: 3 })),
    /** Whether the row keeps running sums. Without them the sums are added up from the postings on reading. */
    running: computed(field.boolean()),
    debits: computed(field.money()),
    credits: computed(field.money()),
    /** Balance on the account's normal side: the value of an asset, the amount owed of a liability. */
    balance: computed(field.money()),
  },
  list: {
    columns: ['code', 'kind', 'ownerType', 'ownerId', 'debits', 'credits', 'balance', 'createdAt'],
    filters: ['code', 'kind', 'ownerType'],
    sort: 'code',
  },
  label: 'code',
  commands: {
    /** Sets what the accounts of a code are called in the company's own books; left empty, the usual number and name hold. */
    setTitle: {
      on: 'none',
      input: {
        code: field.oneOf(ACCOUNT_CODES),
        number: optional(field.text({ max: 20 })),
        name: optional(field.text({ max: 60 })),
      },
    },
  },
})
