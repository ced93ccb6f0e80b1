import type { MessageKind } from '@wattyard/server-kit'

export const LEDGER_MESSAGES: readonly MessageKind[] = [
  {
    name: 'ledger.booksWrong',
    severity: 'critical',
    topic: 'ledger.verification-failed',
    compulsory: true,
    draft({ body }) {
      // Written by the verification job alone.
      const { at, findings } = body as { at: number; findings: unknown[] }
      const day = new Date(at).toISOString().slice(0, 10)
      return {
        about: day,
        params: { count: String(findings.length), day },
        link: '/cwdata4/dailyBill',
        may: ['ledger.account:read'],
      }
    },
  },
]
