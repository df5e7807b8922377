import { serve } from '../isolate.ts';
import { type CurvedAnswer, type CurvedCase, type CurvedSetting, openScene } from './ask.ts';

serve<CurvedSetting, CurvedCase, CurvedAnswer>((setting) => openScene(setting));
