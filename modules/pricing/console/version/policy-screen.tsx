import {
  ErrorState,
  lazyPart,
  useRecord,
  useWords,
  VersionScreen,
  type VersionRecord,
  VersionTimes,
} from '@wattyard/console-kit'
import { nameIn } from '@wattyard/resource'
import { policy, version } from '../../contract/index.ts'
import { COPY_OF_VERSION, OPER_PRICE, POLICY_ALSO, policyLink } from '../links.ts'
import { PriceVersion } from './price-version.tsx'

const StartDraftDialog = lazyPart(async () => (await import('./start-draft-dialog.tsx')).StartDraftDialog)

const TOPICS = ['pricing.assignment']

interface PolicyScreenProps {
  readonly policyId: string
  readonly versionId: string | null
  /** The policy was just created: its first draft comes next. */
  readonly isNew: boolean
}

/** Draws one policy: the list of its versions, and the chosen one in the editor. */
export function PolicyScreen({ policyId, versionId, isNew }: PolicyScreenProps) {
  const { t, language } = useWords()
  const record = useRecord(policy, policyId)
  if (record.error && !record.data) return <ErrorState error={record.error} onRetry={() => void record.refetch()} />
  const isWithinReach: unknown = record.data && Reflect.get(record.data, 'isWithinReach') // the server's decoration of policies
  return (
    <VersionScreen
      resource={version}
      ownerId={policyId}
      versionId={versionId}
      title={record.data ? nameIn(policy, record.data, language) : ' '}
      note={record.data && `${record.data.code} · ${record.data.zone}`}
      back={{ to: OPER_PRICE, label: t('pricing.screen.back') }}
      link={versionOf => policyLink(policyId, versionOf)}
      topics={TOPICS}
      also={POLICY_ALSO}
      canStart={isWithinReach === true}
      Start={StartDraftDialog}
      startsAtOnce={isNew}
      copyInput={COPY_OF_VERSION}
      empty={{ title: t('pricing.screen.noVersion'), text: t('pricing.version.emptyHint') }}
      hint={one => <Hint version={one} />}
      first="inForce"
      Body={PriceVersion}
    />
  )
}

/** Draws whether a draft is complete; for other versions, their validity. */
function Hint({ version: one }: { version: VersionRecord }) {
  const { t } = useWords()
  if (one.state !== 'draft') return <VersionTimes version={one} />
  if (one.problems === 0) return t('pricing.editor.complete')
  return <span className="pr-missing">{t('pricing.editor.problems', { count: one.problems })}</span>
}
