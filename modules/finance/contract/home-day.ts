/** What decides about a person's home page. */
export interface HomePerson {
  may(permission: string): boolean
  /** Holds at least one permission. */
  readonly hasRights: boolean
  /** Sees the whole company, not a part of it. */
  readonly seesWhole: boolean
  /** Has the investor menu alone: reads the business of the own stations without further permissions (decisions 195 and 388). */
  readonly isInvestor: boolean
}

interface Need {
  readonly needs: readonly string[]
  /** Concerns the company as a whole: nothing for people who see a part of it. */
  readonly whole?: true
  /** Investors read it of their own stations. */
  readonly forInvestors?: true
}

const ORDERS = { needs: ['charging.order:read'] } as const
const OWN_ORDERS = { ...ORDERS, forInvestors: true } as const
const PILES = { needs: ['assets.pile:read'] } as const

/** Every figure of the home page with what a person needs to see it. */
export const HOME_FIGURES = {
  revenue: OWN_ORDERS,
  electricity: OWN_ORDERS,
  service: OWN_ORDERS,
  energy: OWN_ORDERS,
  orders: OWN_ORDERS,
  utilisation: { needs: ['charging.order:read', 'assets.pile:read'], forInvestors: true },
  charging: ORDERS,
  power: ORDERS,
  received: { needs: ['charging.order:read', 'finance.dailyBill:read'] },
  receivable: { needs: ['ledger.account:read'], whole: true },
  daysToClose: { needs: ['finance.dayClose:read'], whole: true },
  abnormalAmount: { needs: ['charging.abnormal:read'] },
  openCases: { needs: ['charging.abnormal:read'] },
  refundsWaiting: { needs: ['charging.order:read', 'charging.order:refund'] },
  membersLow: { needs: ['members.member:read'], whole: true },
  piles: PILES,
  faults: PILES,
  offline: PILES,
  never: PILES,
  out: PILES,
  failedCommands: { needs: ['gateway.command:read'] },
} as const satisfies Record<string, Need>
export type HomeFigure = keyof typeof HOME_FIGURES
export const HOME_FIGURE_KEYS = Object.keys(HOME_FIGURES) as HomeFigure[] // a closed literal

/** Every card below the figures with what a person needs to see it. */
const HOME_CARDS = {
  attention: { needs: [] },
  course: OWN_ORDERS,
  stations: { needs: ['assets.station:read', 'assets.pile:read'], forInvestors: true },
  commands: { needs: ['gateway.command:read', 'assets.pile:read'] },
  newPiles: PILES,
} as const satisfies Record<string, Need>
export type HomeCard = keyof typeof HOME_CARDS

interface Day {
  /** Permissions that only people with this day hold together; the first day that fits is theirs. */
  readonly needs: readonly string[]
  readonly forInvestors?: true
  /** Figures in order of importance; the first four that the person may see stand on top. */
  readonly figures: readonly HomeFigure[]
  /** Cards of the wide and of the narrow column, in order. */
  readonly wide: readonly HomeCard[]
  readonly narrow: readonly HomeCard[]
  /** Faults and outages stand pile by pile, since this person mends them. */
  readonly isByPile?: true
}

/**
 * Kinds of working day, in the order in which they are looked for. Rights decide, never the name of a role: a tenant's own roles
 * get a fitting page too.
 */
const DAYS = {
  investor: {
    needs: [],
    forInvestors: true,
    figures: ['revenue', 'energy', 'orders', 'utilisation'],
    wide: ['course'],
    narrow: ['stations'],
  },
  owner: {
    needs: ['finance.dayClose:close', 'pricing.version:publish'],
    figures: ['revenue', 'energy', 'orders', 'utilisation'],
    wide: ['course', 'stations'],
    narrow: ['attention'],
  },
  finance: {
    needs: ['finance.dayClose:close'],
    figures: ['received', 'receivable', 'daysToClose', 'abnormalAmount', 'revenue', 'orders'],
    wide: ['course', 'stations'],
    narrow: ['attention'],
  },
  operation: {
    needs: ['pricing.version:publish', 'charging.order:read'],
    figures: ['charging', 'energy', 'orders', 'utilisation', 'faults', 'offline'],
    wide: ['course', 'stations'],
    narrow: ['attention'],
  },
  repair: {
    needs: ['gateway.command:firmware'],
    figures: ['faults', 'offline', 'failedCommands', 'never', 'charging', 'utilisation'],
    wide: ['attention', 'commands'],
    narrow: ['stations', 'newPiles'],
    isByPile: true,
  },
  service: {
    needs: ['charging.order:refund'],
    figures: ['charging', 'openCases', 'refundsWaiting', 'membersLow', 'orders', 'energy'],
    wide: ['attention', 'course'],
    narrow: ['stations'],
  },
  overview: {
    needs: ['charging.order:read'],
    figures: ['revenue', 'energy', 'orders', 'utilisation'],
    wide: ['course', 'stations'],
    narrow: ['attention'],
  },
  devices: {
    needs: ['assets.pile:read'],
    figures: ['faults', 'offline', 'never', 'out'],
    wide: ['attention', 'commands'],
    narrow: ['stations', 'newPiles'],
    isByPile: true,
  },
  other: { needs: [], figures: [], wide: ['attention'], narrow: [] },
} as const satisfies Record<string, Day>
export type HomeDayKind = keyof typeof DAYS

/** Number of figures on top. */
export const TOP_FIGURES = 4

/** Returns whether a person may see a figure or a card. */
function fits({ needs, whole, forInvestors }: Need, person: HomePerson): boolean {
  if (person.isInvestor) return forInvestors === true
  return needs.every(permission => person.may(permission)) && (!whole || person.seesWhole)
}

/** Returns whether a person may see a figure. */
export function maySeeFigure(key: HomeFigure, person: HomePerson): boolean {
  return fits(HOME_FIGURES[key], person)
}

/** Returns whether a person may see a card. */
export function maySeeCard(key: HomeCard, person: HomePerson): boolean {
  return fits(HOME_CARDS[key], person)
}

const PRICES: Need = { needs: ['pricing.policy:read'], forInvestors: true }

/** Returns whether a person may see the price periods of their stations; investors may, since their revenue follows from them. */
export function maySeePrices(person: HomePerson): boolean {
  return fits(PRICES, person)
}

/** Home page of a person. */
export interface Home {
  readonly kind: HomeDayKind
  /** At most `TOP_FIGURES`. */
  readonly figures: readonly HomeFigure[]
  readonly wide: readonly HomeCard[]
  readonly narrow: readonly HomeCard[]
  /** Faults and outages have an item for every pile. */
  readonly isByPile: boolean
}

/** Returns what a person's home page holds; null for somebody without rights. */
export function homeOf(person: HomePerson): Home | null {
  if (!person.hasRights && !person.isInvestor) return null
  const found = Object.entries<Day>(DAYS).find(([, { needs, forInvestors }]) =>
    person.isInvestor ? forInvestors === true : forInvestors !== true && needs.every(one => person.may(one)),
  )
  if (!found) return null
  const [kind, { figures, wide, narrow, isByPile = false }] = found
  return {
    kind: kind as HomeDayKind, // a key of DAYS
    figures: figures.filter(key => maySeeFigure(key, person)).slice(0, TOP_FIGURES),
    wide: wide.filter(key => maySeeCard(key, person)),
    narrow: narrow.filter(key => maySeeCard(key, person)),
    isByPile,
  }
}
