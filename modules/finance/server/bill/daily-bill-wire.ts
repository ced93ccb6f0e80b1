import { formatEnergy, formatFen } from '@wattyard/money'
import { energyOfBill, type BillSums } from '../../contract/index.ts'
import type { DailyBill } from './read-bills.ts'

/** Returns sums in wire form: energies and money as decimal text. */
export function sumsOnTheWire(sums: BillSums) {
  return {
    orders: sums.orders,
    energy: formatEnergy(energyOfBill(sums)),
    energyJ: formatEnergy(sums.energies.J),
    energyF: formatEnergy(sums.energies.F),
    energyP: formatEnergy(sums.energies.P),
    energyG: formatEnergy(sums.energies.G),
    energyS: formatEnergy(sums.energies.S),
    electricity: formatFen(sums.electricity_fen),
    service: formatFen(sums.service_fen),
    discount: formatFen(sums.discount_fen),
    total: formatFen(sums.total_fen),
    paidPrincipal: formatFen(sums.paidPrincipal_fen),
    paidGift: formatFen(sums.paidGift_fen),
    receivable: formatFen(sums.receivable_fen),
    refunded: formatFen(sums.refunded_fen),
    reversed: formatFen(sums.reversed_fen),
    abnormalOpen: sums.abnormalOpen,
    abnormalSealed: sums.abnormalSealed,
  }
}

/**
 * Returns a bill as a record of `finance.dailyBill`. Its id is made of day and station, because bills of open days have no row.
 */
export function billOnTheWire(bill: DailyBill, asOf: number) {
  return {
    id: `${bill.day}_${bill.stationId}`,
    version: 1,
    // A sealed bill dates from its sealing; any other is computed now.
    createdAt: bill.sealedAt ?? asOf,
    updatedAt: bill.sealedAt ?? asOf,
    day: bill.day,
    station: bill.stationId,
    operator: bill.operatorId,
    state: bill.state,
    closing: bill.closeId,
    ...sumsOnTheWire(bill),
    can: [] as string[],
  }
}

export type BillRecord = ReturnType<typeof billOnTheWire>
