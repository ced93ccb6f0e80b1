import type { Point, PointArea } from './point.ts'

/** One read request to a device. */
export interface PlannedRead {
  area: Extract<PointArea, 'holding' | 'input' | 'coil' | 'discrete'>
  address: number
  /** Registers or bits. */
  count: number
  points: Point[]
  /** Whether it also covers addresses that no point needs. */
  hasGaps: boolean
}

export interface ReadLimits {
  registers: number
  bits: number
  /** Most unneeded addresses that are read along instead of sending another request. */
  gap: number
}

/**
 * Limits of a read request. MODBUS Application Protocol V1.1b3 allows at most 125 registers or 2,000 bits per answer. A gap of 16
 * registers costs 32 bytes, another request a round trip to the device.
 */
export const READ_LIMITS: ReadLimits = { registers: 125, bits: 2_000, gap: 16 }

/** Returns few read requests that cover all points. A value is never split between two requests. */
export function planReads(points: readonly Point[], limits: ReadLimits = READ_LIMITS): PlannedRead[] {
  const reads: PlannedRead[] = []
  for (const area of ['holding', 'input', 'coil', 'discrete'] as const) {
    const isBits = area === 'coil' || area === 'discrete'
    const most = isBits ? limits.bits : limits.registers
    let open: PlannedRead | null = null
    for (const point of points.filter(one => one.area === area).toSorted((a, b) => a.address - b.address)) {
      const end = open ? open.address + open.count : 0
      const wanted = Math.max(end, point.address + point.size)
      if (open && point.address <= end + limits.gap && wanted - open.address <= most) {
        if (point.address > end) open.hasGaps = true
        open.count = wanted - open.address
        open.points.push(point)
      } else {
        open = { area, address: point.address, count: point.size, points: [point], hasGaps: false }
        reads.push(open)
      }
    }
  }
  return reads
}
