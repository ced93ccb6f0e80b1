import type { MessageKind } from '@wattyard/server-kit'
import { ruleWord } from '../contract/abnormal/rule-word.ts'
import { CASE_OPENED, type CaseOpened } from './facts/open-cases.ts'
import { CASE_ASSIGNED, type CaseAssigned } from './order/assign-abnormal.ts'

interface OrderNoticed {
  orderNo: string
  operatorId: string
  stationId: string
  code: string
  tells: 'driver' | 'operator' | 'both'
}

/** Codes whose cases keep money waiting; others can be handled later. */
const CRITICAL: ReadonlySet<string> = new Set(['session-lost', 'no-stop', 'eternal-stop', 'idle-while-charging'])

/** Returns the address of the order among the abnormal ones. */
const linkTo = (orderNo: string): `/${string}` => `/cwdata2/errOrderDetail?f.orderNo=${encodeURIComponent(orderNo)}`

export const CHARGING_MESSAGES: readonly MessageKind[] = [
  {
    name: 'charging.caseAssigned',
    severity: 'warning',
    topic: CASE_ASSIGNED,
    gathers: true,
    draft({ key, body }) {
      const { orderNo, rule, code, assigneeId, by } = body as unknown as CaseAssigned // written by the command alone
      return {
        about: `${key}:${assigneeId}`,
        params: { order: orderNo, code: { word: ruleWord({ rule, code }) }, by, subject: orderNo },
        link: linkTo(orderNo),
        people: [assigneeId],
      }
    },
  },
  {
    name: 'charging.orderNoticed',
    severity: 'warning',
    topic: 'charging.order-noticed',
    gathers: true,
    draft({ key, body }) {
      const noticed = body as unknown as OrderNoticed // written by the supervisor alone
      if (noticed.tells === 'driver') return null
      return {
        about: `${key}:${noticed.code}`,
        subjectId: key,
        params: {
          order: noticed.orderNo,
          code: { word: `charging.supervisorRule.${noticed.code}` },
          subject: noticed.orderNo,
        },
        link: linkTo(noticed.orderNo),
        ...(CRITICAL.has(noticed.code) ? { severity: 'critical' as const } : {}),
        may: ['charging.abnormal:read'],
        operatorId: noticed.operatorId,
        stationId: noticed.stationId,
      }
    },
  },
  {
    name: 'charging.caseOpened',
    severity: 'warning',
    topic: CASE_OPENED,
    gathers: true,
    draft({ key, body }) {
      const { orderNo, rule, code, severity, operatorId, stationId } = body as unknown as CaseOpened // written by openCases alone
      return {
        // One message per order, however many findings it has.
        about: key,
        params: { order: orderNo, code: { word: ruleWord({ rule, code }) }, subject: orderNo },
        link: linkTo(orderNo),
        ...(severity === 'critical' ? { severity } : {}),
        may: ['charging.abnormal:read'],
        operatorId,
        stationId,
      }
    },
  },
]
