// Calls people by voice, one after another: bell, then the sentence. When calls come faster than
// they can be spoken, the oldest unspoken ones are dropped: the screen still shows them.

import { chime, chimeMs } from "./chime.ts";
import { board as text } from "./board-messages.ts";
import { language } from "./messages.ts";
import { spoken } from "../look/ticket-number.ts";

interface Announcement {
  number: string;
  desk: string | null;
}

const atMostWaiting = 4;
// Some browsers never report the end of a sentence.
const sentenceMs = 12_000;

const waiting: Announcement[] = [];
let speaking = false;

export function announce(call: Announcement): void {
  waiting.push(call);
  if (waiting.length > atMostWaiting) waiting.shift();
  if (!speaking) void speakAll();
}

async function speakAll(): Promise<void> {
  speaking = true;
  for (let call = waiting.shift(); call; call = waiting.shift()) {
    chime();
    await pause(chimeMs);
    await say(text.say(spoken(call.number), call.desk));
  }
  speaking = false;
}

function say(sentence: string): Promise<void> {
  if (!("speechSynthesis" in window)) return Promise.resolve();
  return new Promise((done) => {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = document.documentElement.lang || language;
    utterance.rate = 0.92;
    const timer = setTimeout(finish, sentenceMs);
    function finish() {
      clearTimeout(timer);
      done();
    }
    utterance.addEventListener("end", finish);
    utterance.addEventListener("error", finish);
    speechSynthesis.speak(utterance);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
