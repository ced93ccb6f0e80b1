import { dayOf, showInstant } from '@wattyard/console-kit'

/** Whose codes they are, and when they were made. */
export interface RecoveryFileRule {
  readonly codes: readonly string[]
  /** Name with which the person signs in. */
  readonly account: string
  /** What the tenant is called; empty when nobody knows. */
  readonly company: string
  /** Epoch ms. */
  readonly at: number
  readonly zone: string
  readonly t: (key: string, params?: Readonly<Record<string, string>>) => string
}

/** Signs that file systems do not take. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}]+/gu

/** Returns the file of recovery codes: name and content say whose they are and since when, for people with several accounts. */
export function recoveryFile({ codes, account, company, at, zone, t }: RecoveryFileRule): {
  name: string
  text: string
} {
  const title = t('identity.factor.fileTitle')
  const head = [
    `Wattyard · ${title}`,
    ...(company === '' ? [] : [t('identity.factor.fileOfCompany', { company })]),
    t('identity.factor.fileOfAccount', { account }),
    t('identity.factor.fileMade', { at: `${showInstant(at, zone)} (${zone})` }),
  ]
  return {
    name: `${[title, company, account, dayOf(at, zone)].filter(Boolean).join('-').replaceAll(NOT_IN_NAMES, ' ')}.txt`,
    text: `${[...head, '', ...codes].join('\n')}\n`,
  }
}
