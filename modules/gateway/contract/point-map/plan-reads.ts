import type { Point, PointArea } from './point.ts'

/** What one question to a device covers. */
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
  /** Addresses that nobody needs and that are read along rather than asking twice. */
  gap: number
}

/**
 * MODBUS Application Protocol V1.1b3: at most 125 registers or 2,000 bits in one answer. A gap of 16 registers costs 32
 * bytes, a further question costs a way to the device and back.
 */
export const READ_LIMITS: ReadLimits = { registers: 125, bits: 2_000, gap: 16 }

/** As few questions as cover all points; a value is never torn between two of them. */
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
