import { EmbeddedList, type SectionProps } from '@wattyard/console-kit'
import { tag } from '../contract/tag.ts'

const COLUMNS = ['tag', 'kind', 'status', 'expiresAt', 'createdAt'] as const

/** Draws the cards of a member: what starts a charge in their name. */
export function CardsOfMember({ record }: SectionProps) {
  return <EmbeddedList resource={tag} by="member" record={record} columns={COLUMNS} />
}
