import { randomBytes } from 'node:crypto'
import { type Fen, fen } from '@wattyard/money'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@wattyard/time'
import { type Notification, PROBE_PREFIX, signBody, writeNotification } from '@wattyard/wechat-pay'
import type { Notice } from './book.ts'
import { type Desk, type News, noticeIdOf, nowOf } from './desk.ts'
import type { Faults, NoticeFault } from './faults.ts'
import { describeNews } from './describe-news.ts'
import type { Merchant } from './merchants.ts'
import type { PlatformKeys } from './platform-keys.ts'
import type { SendNotice } from './send-notice.ts'

/** Pauses between attempts, 24 h 4 min in all; then WeChat Pay gives up (pay.weixin.qq.com/doc/v3/merchant/4012268885). */
export const NOTICE_PAUSES_MS: readonly number[] = [
  ...[15, 15, 30].map(seconds => seconds * SECOND_MS),
  ...[3, 10, 20, 30, 30, 30, 60].map(minutes => minutes * MINUTE_MS),
  ...[3, 3, 3, 6, 6].map(hours => hours * HOUR_MS),
]
/** Between what happened and its first notification; ours. */
const FIRST_PAUSE_MS = SECOND_MS

/** The notifications of a stand-in. */
export interface Notices {
  notify(news: News): void
  /** Goes on with what a former process had not delivered. */
  resume(): void
}

interface NoticesOptions {
  desk: Omit<Desk, 'notify'>
  keys: PlatformKeys
  /** Read anew for each message: the control door changes it. */
  faults: () => Faults
  send: SendNotice
}

/** Creates the notifications: each is sent until it is accepted, at the channel's pauses, with the faults that are drawn for it. */
export function createNotices({ desk, keys, faults, send }: NoticesOptions): Notices {
  const { book, clock, merchants } = desk

  const schedule = (notice: Notice): void => {
    if (notice.due !== null) clock.after(Math.max(notice.due - clock.now(), 0), () => attempt(notice.id))
  }
  const post = async (merchant: Merchant, url: string, content: Notification, isRight = true, prefix = '') => {
    const body = writeNotification(content, merchant.apiV3Key, randomBytes(6).toString('hex'))
    const nonce = randomBytes(16).toString('hex')
    const signed = signBody(isRight ? body : `${body} `, keys.signerFor(merchant.mode), { at: clock.now(), nonce })
    const headers = { ...signed, 'Wechatpay-Signature': `${prefix}${signed['Wechatpay-Signature']}` }
    const status = await send(url, { ...headers, 'Request-ID': randomBytes(16).toString('hex') }, body)
    return status !== null && status >= 200 && status < 300
  }
  /** Sends what comes before the true message, and what is not true at all. Nobody waits for these to be accepted. */
  const postStrange = async (fault: NoticeFault | null, merchant: Merchant, url: string, content: Notification) => {
    if (fault === 'probe') await post(merchant, url, content, true, PROBE_PREFIX)
    if (fault !== 'other-amount' && fault !== 'other-merchant') return
    const id = noticeIdOf(nowOf(desk), book.nextSerial())
    await post(merchant, url, fault === 'other-amount' ? withOtherAmount(content, id) : withOtherMerchant(content, id))
  }

  const attempt = async (id: string): Promise<void> => {
    const notice = book.notice(id)
    const news = notice === undefined ? null : newsOf(desk, notice)
    const merchant = merchants.get(notice?.mchid ?? '')
    if (notice === undefined || news === null || merchant === undefined || notice.state !== 'waiting') return
    const content = describeNews(desk, notice, news)
    const fault = notice.attempts === 0 ? faults().ofNotice(aboutOf(notice)).fault : null
    await postStrange(fault, merchant, notice.url, content)
    const isAccepted = await post(merchant, notice.url, content, fault !== 'wrong-signature')
    if (isAccepted && fault === 'twice') await post(merchant, notice.url, content)
    const attempts = notice.attempts + 1
    const pause = NOTICE_PAUSES_MS[attempts - 1]
    const next: Notice = isAccepted
      ? { ...notice, attempts, due: null, state: 'accepted' }
      : pause === undefined
        ? { ...notice, attempts, due: null, state: 'given-up' }
        : { ...notice, attempts, due: clock.now() + pause }
    book.save('notice', next)
    schedule(next)
  }

  return {
    notify: ({ event, url, order, refund }) => {
      const at = nowOf(desk)
      const id = noticeIdOf(at, book.nextSerial())
      const out_refund_no = refund?.out_refund_no ?? null
      const named = { id, mchid: order.mchid, url, event, out_trade_no: order.out_trade_no, out_refund_no }
      const { fault, delay_ms } = faults().ofNotice(aboutOf(named))
      const isWithheld = fault === 'never'
      const notice: Notice = {
        ...named,
        created_at: at,
        attempts: 0,
        due: isWithheld ? null : clock.now() + FIRST_PAUSE_MS + delay_ms,
        state: isWithheld ? 'withheld' : 'waiting',
      }
      book.save('notice', notice)
      schedule(notice)
    },
    resume: () => {
      for (const notice of book.notices()) if (notice.state === 'waiting') schedule(notice)
    },
  }
}

const aboutOf = ({
  event,
  mchid,
  out_trade_no,
  out_refund_no,
}: Pick<Notice, 'event' | 'mchid' | 'out_trade_no' | 'out_refund_no'>) =>
  `${event} ${mchid} ${out_trade_no} ${out_refund_no ?? ''}`

function newsOf({ book }: Omit<Desk, 'notify'>, notice: Notice): News | null {
  const order = book.order(notice.mchid, notice.out_trade_no)
  const refund = notice.out_refund_no === null ? null : (book.refund(notice.mchid, notice.out_refund_no) ?? null)
  return order === undefined ? null : { event: notice.event, url: notice.url, order, refund }
}

/** Another amount that the wire takes as well. */
const otherThan = (amount: Fen): Fen => fen(amount > 1n ? amount - 1n : amount + 1n)

function withOtherAmount(content: Notification, id: string): Notification {
  if ('transaction' in content) {
    const { transaction } = content
    const total = otherThan(transaction.amount.total)
    return { ...content, id, transaction: { ...transaction, amount: { ...transaction.amount, total } } }
  }
  const { refund } = content
  return {
    ...content,
    id,
    refund: { ...refund, amount: { ...refund.amount, refund: otherThan(refund.amount.refund) } },
  }
}

function withOtherMerchant(content: Notification, id: string): Notification {
  const otherOf = (mchid: string) => (mchid.endsWith('9') ? `${mchid.slice(0, -1)}8` : `${mchid.slice(0, -1)}9`)
  return 'transaction' in content
    ? { ...content, id, transaction: { ...content.transaction, mchid: otherOf(content.transaction.mchid) } }
    : { ...content, id, refund: { ...content.refund, mchid: otherOf(content.refund.mchid) } }
}
