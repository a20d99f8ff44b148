// The languages of the pay page for tests of its pieces: loaded, as the page has them.
import { figuresOf } from '@wattdesk/words/figures'
import * as english from '@wattdesk/words/made/en-pay'
import * as hindi from '@wattdesk/words/made/hi-pay'
import type { Speech } from './pay-language.actions.ts'

export const ENGLISH: Speech = { language: 'en', words: english, figures: figuresOf('en') }
export const HINDI: Speech = { language: 'hi', words: hindi, figures: figuresOf('hi') }
