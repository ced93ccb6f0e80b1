import {
  api,
  DefinitionFields,
  type DefinitionForm,
  DefinitionSummary,
  keptValues,
  KeptWizard,
  ownsUnder,
  toast,
  useDefinitionForm,
  useInvalidate,
  useMay,
  usePage,
  useWords,
  Wizard,
  type WizardStart,
  type WizardStep,
} from '@wattyard/console-kit'
import type { CallInput } from '@wattyard/calls'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { checkStationWithPiles, createStationWithPiles, MOST_NEW_PILES } from '../../contract/calls/new-station.ts'
import { pile } from '../../contract/pile.ts'
import { station } from '../../contract/station.ts'
import { STATION_CONTROLS } from '../station/location-control.tsx'
import { type PileNumbers, readNumbers, rowOf, rowProblems } from './pile-rows.ts'
import { PilesStep } from './piles-step.tsx'

const PLACE = [
  'code',
  'name',
  'anotherName',
  'operator',
  'kind',
  'construction',
  'address',
  'areaCode',
  'location',
  'tags',
  'zone',
] as const
/** Fields that drivers see. Pictures are missing, because the server holds files for the form of one record only. */
const DRIVERS = [
  'stationPhone',
  'servicePhone',
  'openAllDay',
  'openingHours',
  'parkingBays',
  'parkingKind',
  'parkingNote',
  'amenities',
  'guide',
  'ratedCapacityKva',
  'supplyAccount',
  'commissionedOn',
  'note',
] as const
/** Fields that all piles share. */
const OUTPUT = ['model', 'status', 'currentType', 'power', 'connectorCount', 'connectorsPerEvse', 'protocol'] as const

/**
 * Draws the wizard for a new station with its piles: place, facts for drivers, model, numbers, summary. One call creates all or
 * nothing.
 */
export function NewStationWizard({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  return (
    <KeptWizard name="assets.newStation" title={t('assets.newStation.title')} onClose={onClose}>
      {start => <Steps start={start} />}
    </KeptWizard>
  )
}

/** Asks the server about values of a step, by the rules of the save at the end. */
const prove = (values: CallInput<typeof checkStationWithPiles>) =>
  api.call(checkStationWithPiles, values, { quiet: true })

/**
 * Returns a step with the form of some of a definition's fields; `owns` maps the call's paths to its fields, `asked` its values to the
 * call.
 */
function formStep(
  key: string,
  title: string,
  form: DefinitionForm,
  owns: (path: string) => string | null,
  asked: (body: ReturnType<DefinitionForm['body']>) => CallInput<typeof checkStationWithPiles>,
): WizardStep {
  return {
    key,
    title,
    body: <DefinitionFields form={form} />,
    summary: <DefinitionSummary form={form} />,
    check: form.check,
    prove: () => prove(asked(form.body())),
    refuse: form.refuse,
    hasProblem: Object.keys(form.errors).length > 0,
    owns,
  }
}

function Steps({ start }: { start: WizardStart }) {
  const { t } = useWords()
  const { showDetail } = usePage()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const mayMakeKeys = useMay('gateway.credential:create')
  const part = (name: string): unknown => start.draft?.parts[name]
  const kept = { record: null, isKept: true } as const
  const place = useDefinitionForm({
    ...kept,
    resource: station,
    only: PLACE,
    controls: STATION_CONTROLS,
    known: keptValues(station.fields, part('place')),
  })
  const drivers = useDefinitionForm({
    ...kept,
    resource: station,
    only: DRIVERS,
    known: keptValues(station.fields, part('drivers')),
  })
  const output = useDefinitionForm({
    ...kept,
    resource: pile,
    only: OUTPUT,
    known: keptValues(pile.fields, part('output')),
  })
  const numbers = useNumbers(part('numbers'), place.values.code)
  const steps = [
    formStep('place', t('assets.newStation.place'), place, ownsUnder('station', PLACE), asStation),
    formStep('drivers', t('assets.newStation.drivers'), drivers, ownsUnder('station', DRIVERS), asStation),
    formStep('output', t('assets.newStation.output'), output, outputOf, body => ({ piles: [body] })),
    numbers.step,
  ]
  return (
    <Wizard
      start={start}
      steps={steps}
      parts={{
        place: keptValues(station.fields, place.values),
        drivers: keptValues(station.fields, drivers.values),
        output: keptValues(pile.fields, output.values),
        numbers: numbers.value,
      }}
      finish={t('assets.newStation.create')}
      submit={async key =>
        api.call(
          createStationWithPiles,
          {
            station: { ...place.body(), ...drivers.body() },
            piles: pilesOf(numbers.value).map(row => ({ ...output.body(), ...row })),
          },
          { key },
        )
      }
      onDone={({ id, piles }) => {
        toast.good(t('assets.newStation.created', { name: String(place.values.name), count: piles }))
        start.onClose()
        // New piles cannot connect before they have keys: whoever may make these goes on there.
        void invalidate(station.name, pile.name).then(() =>
          mayMakeKeys ? navigate(`/device/devicePole?keys=${id}`) : showDetail(id),
        )
      }}
    />
  )
}

const asStation = (body: ReturnType<DefinitionForm['body']>) => ({ station: body })

/** Returns the values in which the piles differ; a new pile is called by its number. */
const pilesOf = ({ rows }: PileNumbers) => rows.map(row => ({ ...row, name: row.code }))

/** Returns the shared field of a refused path; all piles share it, so a refusal of any of them belongs to this step. */
const outputOf = (path: string): string | null => {
  const name = /^piles\.\d+\.(\w+)$/.exec(path)?.[1]
  return OUTPUT.find(one => one === name) ?? null
}

/** Returns the values of the piles' numbers and their step, which has no definition. */
function useNumbers(part: unknown, stationCode: unknown): { value: PileNumbers; step: WizardStep } {
  const { t } = useWords()
  const [typed, setTyped] = useState(() => readNumbers(part, MOST_NEW_PILES))
  const [shown, setShown] = useState<{ errors: Readonly<Record<string, string>>; times: number }>({
    errors: {},
    times: 0,
  })
  const refuse = (errors: Readonly<Record<string, string>>): void =>
    setShown(({ times }) => ({ errors, times: times + 1 }))
  // Most operators number their piles after the station.
  const suggested = typeof stationCode === 'string' && stationCode !== '' ? `${stationCode}-` : ''
  const value = typed.rows.length === 0 && typed.prefix === '' ? { ...typed, prefix: suggested } : typed
  const step: WizardStep = {
    key: 'numbers',
    title: t('assets.newStation.piles'),
    body: (
      <PilesStep
        numbers={value}
        onChange={next => {
          setTyped(next)
          setShown(({ times }) => ({ errors: {}, times }))
        }}
        errors={shown.errors}
        shownErrors={shown.times}
      />
    ),
    summary: (
      <p className="as-pile-codes">
        {value.rows.map(({ code, identity }) => (
          <span key={code} className="w-mono">
            {identity === code ? code : `${code} · ${identity}`}
          </span>
        ))}
      </p>
    ),
    hasProblem: Object.keys(shown.errors).length > 0,
    check(told = {}) {
      const problems = Object.entries(rowProblems(value.rows)).map(([at, problem]) => [
        at,
        t(problem === 'missing' ? 'kit.requiredField' : 'assets.newStation.twice'),
      ])
      const none = value.rows.length === 0 ? { all: t('assets.newStation.none') } : {}
      const wrong = { ...told, ...none, ...Object.fromEntries(problems) }
      const isRight = Object.keys(wrong).length === 0
      if (!isRight) refuse(wrong)
      return isRight
    },
    prove: () => prove({ piles: pilesOf(value) }),
    refuse,
    owns: rowOf,
  }
  return { value, step }
}
