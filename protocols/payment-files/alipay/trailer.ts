import { readAmount } from '../reading/amounts.ts'
import type { Book } from '../reading/book.ts'
import type { TotalName } from '../reading/result.ts'

/** The comments after the rows. */
export interface Trailer {
  comment(text: string, line: number): void
  isOver(): boolean
  end(): void
}

const END_MARK = /列表结束|明细结束/
/** `#交易合计：12笔，商家实收共100.00元，…` and the like; the sums are named by what stands before 共. */
const TOTALS = /^#\s*(交易|退款)(?:合计|汇总)[：:]/
const COUNT = /([0-9０-９,]{1,20})\s?笔/
// Bounded, so that a comment of any length takes time in proportion to it.
const SUM = /([^，,；;：:\s共]{1,20})共\s?([-+=＋－0-9０-９.,．，]{0,40}?)\s?元/g

const SIDES = { 交易: 'payment', 退款: 'refund' } as const
/** What the sums of both sides add up to. */
const JOINT: Readonly<Record<string, TotalName>> = { 商家实收: 'amount' }

/** Reads end mark and totals of a trade detail. The fee is written as the merchant's account feels it. */
export function createTrailer(book: Book): Trailer {
  let isOver = false
  let sides = 0

  function sum(side: 'payment' | 'refund', name: string, text: string, line: number): void {
    const joint = JOINT[name]
    const total: TotalName | undefined = name === '订单金额' ? `${side}s` : name === '服务费' ? 'fees' : joint
    if (total === undefined) return
    const read = readAmount(text, { scale: 2 })
    if (read.value === null) book.finding(line, name, 'totals-unreadable', text)
    else if (total === 'fees') book.declare(total, -read.value)
    // Some files write the sum of refunds without its sign.
    else book.declare(total, side === 'refund' && read.value > 0n ? -read.value : read.value)
  }

  return {
    comment(text, line) {
      if (END_MARK.test(text)) {
        if (isOver) book.finding(line, null, 'trailer-twice', text)
        isOver = true
        return
      }
      const word = TOTALS.exec(text)?.[1]
      const side = word === '交易' || word === '退款' ? SIDES[word] : null
      if (side === null) return
      sides += 1
      if (sides > 2) book.finding(line, null, 'trailer-twice', text)
      const count = COUNT.exec(text)?.[1]
      if (count === undefined || !/^[0-9]+$/.test(count)) book.finding(line, '笔', 'totals-unreadable', text)
      else book.declare(`${side}-count`, BigInt(count))
      const sums = [...text.matchAll(SUM)]
      if (!sums.some(([, name = '']) => bare(name) === '商家实收'))
        book.finding(line, '商家实收', 'totals-unreadable', text)
      for (const [, name = '', value = ''] of sums) sum(side, bare(name), value, line)
    },
    isOver: () => isOver,
    end() {
      if (!isOver || sides < 2) book.finding(0, null, 'trailer-missing', '')
    },
  }
}

/** 商家实收退款 is 商家实收 of the refunds. */
const bare = (name: string): string => name.replace(/退款$/, '')
