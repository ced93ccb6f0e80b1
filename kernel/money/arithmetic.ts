import { type Energy, energy, type Fen, fen } from './units.ts'

// Sums are range-checked once, on the result: bigint itself cannot overflow.

export function addFen(a: Fen, b: Fen): Fen {
  return fen(a + b)
}

export function subFen(a: Fen, b: Fen): Fen {
  return fen(a - b)
}

export function absFen(amount: Fen): Fen {
  return amount < 0n ? negFen(amount) : amount
}

export function negFen(a: Fen): Fen {
  return fen(0n - a)
}

export function sumFen(values: Iterable<Fen>): Fen {
  let total = 0n
  for (const value of values) total += value
  return fen(total)
}

export function minFen(first: Fen, ...rest: readonly Fen[]): Fen {
  return rest.reduce((least, value) => (value < least ? value : least), first)
}

export function maxFen(first: Fen, ...rest: readonly Fen[]): Fen {
  return rest.reduce((most, value) => (value > most ? value : most), first)
}

export function addEnergy(a: Energy, b: Energy): Energy {
  return energy(a + b)
}

export function subEnergy(a: Energy, b: Energy): Energy {
  return energy(a - b)
}

export function negEnergy(a: Energy): Energy {
  return energy(0n - a)
}

export function sumEnergy(values: Iterable<Energy>): Energy {
  let total = 0n
  for (const value of values) total += value
  return energy(total)
}

export function minEnergy(first: Energy, ...rest: readonly Energy[]): Energy {
  return rest.reduce((least, value) => (value < least ? value : least), first)
}

export function maxEnergy(first: Energy, ...rest: readonly Energy[]): Energy {
  return rest.reduce((most, value) => (value > most ? value : most), first)
}
