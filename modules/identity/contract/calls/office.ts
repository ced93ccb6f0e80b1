import { type CallAnswer, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'
import { OFFICE_KINDS, OFFICE_STATUSES } from '../office.ts'

/** An office with those below it, each beside the others in its place. */
export interface OfficeNode {
  readonly id: string
  readonly code: string
  readonly label: string
  readonly kind: (typeof OFFICE_KINDS)[number]
  readonly status: (typeof OFFICE_STATUSES)[number]
  /** People of this office itself, as far as the caller may see people; null for who may not. */
  readonly people: number | null
  /** Stations of this operator; null for departments and for who may not see stations. */
  readonly stations: number | null
  readonly children: readonly OfficeNode[]
}

// Stated beside its schema because it holds itself: a type cannot be taken from what is still being defined.
const officeNode: z.ZodType<OfficeNode> = z.object({
  id: z.string(),
  code: z.string(),
  label: z.string(),
  kind: z.enum(OFFICE_KINDS),
  status: z.enum(OFFICE_STATUSES),
  people: z.int().nullable(),
  stations: z.int().nullable(),
  children: z.array(z.lazy(() => officeNode)),
})

export const readOfficeTree = defineCall({
  method: 'GET',
  path: '/api/res/management/areaofficetrees',
  access: 'identity.office:read',
  summary: 'offices as a tree',
  input: z.strictObject({}),
  output: z.object({ list: z.array(officeNode) }),
})

/** Somebody who sees more or less by a move, if the asker may know who. */
const reachChange = z.object({
  /** How many; the names are of those whom the asker sees. */
  count: z.int(),
  names: z.array(z.string()),
})
export type ReachChange = z.output<typeof reachChange>

const optionalId = z
  .union([idInput, z.literal('')])
  .optional()
  .transform(id => id || null)

export const previewOfficeMove = defineCall({
  method: 'GET',
  path: '/api/sys/office/moving',
  access: 'identity.office:move',
  summary: 'what moving an office would take along and change',
  input: z.strictObject({ id: idInput, parent: optionalId }),
  output: z.object({
    /** The office and everything below it. */
    offices: z.int(),
    people: z.int(),
    duties: z.int(),
    /** Operator whose the office and its people are now and would be; null is the company's own. */
    operatorBefore: z.string().nullable(),
    operatorAfter: z.string().nullable(),
    /** Offices and people that get another operator: operators below keep themselves. */
    reassignedOffices: z.int(),
    reassignedPeople: z.int(),
    /** Limited people who see those records now and would not afterwards, and the other way round. */
    loses: reachChange,
    gains: reachChange,
  }),
})
export type OfficeMove = CallAnswer<typeof previewOfficeMove>

export const readReachOfOffice = defineCall({
  method: 'GET',
  path: '/api/sys/office/reach',
  access: 'identity.user:read',
  summary: 'what people of an office see, and who sees the office',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    operator: z.string().nullable(),
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Everything of the company. */
        isWhole: z.boolean(),
        /** Names of assigned operators, when not everything. */
        operators: z.array(z.string()),
        /** Assigned stations when limited to some, else null. */
        stations: z.int().nullable(),
      }),
    ),
    /** People of the company who see this office: all of it, or its operator. */
    seenByWhole: z.int(),
    seenByAssigned: reachChange,
  }),
})
export type OfficeReach = CallAnswer<typeof readReachOfOffice>
/** What one person of an office sees. */
export type ReachOfPerson = OfficeReach['people'][number]
