import { EmbeddedList, type SectionProps, useWords } from '@wattyard/console-kit'
import { user } from '../../contract/user.ts'

const COLUMNS = ['displayName', 'userType', 'roleIds', 'office', 'status']

/** Draws the people, investors included, whose account names the station. Who sees all stations of its operator is not listed. */
export function PeopleOfStation({ record }: SectionProps) {
  const { t } = useWords()
  return (
    <EmbeddedList
      resource={user}
      by="scopeStationIds"
      record={record}
      columns={COLUMNS}
      empty={t('identity.employee.nobodyAtStation')}
    />
  )
}
