package org.apache.joshua.metrics;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Any metric of pitchpipe for Z-MERT, under a name that its table of metrics knows: {@code GL_BLEU}, because that takes
 * three options. Put before Joshua's own jar on the class path, this class is the one that is found.
 *
 * <p>{@code -m GL_BLEU COMMAND SCALE max|min}: a program that runs {@code pitchpipe stream --statistics}, what statistics are
 * multiplied with, and whether high or low scores are better.
 *
 * <p>Statistics are whole numbers in Z-MERT, so what is rounded is up to {@code 0.5 / SCALE} wrong in each statistic of each
 * sentence. Their sums are ints, too: a scale with which one could overflow is refused.
 */
public class GradeLevelBLEU extends EvaluationMetric {
  private final String command;
  private final double scale;
  private final BufferedReader answers;
  private final Writer questions;
  /** The largest size of each statistic of each sentence so far, and what these sum up to. */
  private final long[][] largest;
  private final long[] reach;

  public GradeLevelBLEU(String[] options) {
    command = options[0];
    scale = positive(options[1]);
    if (!options[2].equals("max") && !options[2].equals("min")) {
      throw failed("high scores are better (max) or low ones (min), not " + options[2], null);
    }
    toBeMinimized = options[2].equals("min");
    metricName = "GL_BLEU";
    Process process = started();
    answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    say("0 ||| ");
    flush();
    // A row tells how many statistics there are, even that of an empty candidate.
    suffStatsCount = answer().split(" ").length;
    largest = new long[numSentences][suffStatsCount];
    reach = new long[suffStatsCount];
  }

  @Override
  protected void initialize() {}

  @Override
  public double bestPossibleScore() {
    return -worstPossibleScore();
  }

  @Override
  public double worstPossibleScore() {
    return toBeMinimized ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  @Override
  public int[] suffStats(String candidate, int sentence) {
    return suffStats(new String[] {candidate}, new int[] {sentence})[0];
  }

  /** All candidates are asked for before an answer is waited for: pitchpipe measures together what has arrived. */
  @Override
  public synchronized int[][] suffStats(String[] candidates, int[] sentences) {
    // Beside reading: whoever writes everything first waits for ever once both pipes are full.
    Thread writer = new Thread(() -> {
      for (int i = 0; i < candidates.length; ++i) {
        say(sentences[i] + " ||| " + candidates[i]);
      }
      flush();
    });
    writer.start();
    int[][] rows = new int[candidates.length][];
    for (int i = 0; i < candidates.length; ++i) {
      rows[i] = row(answer(), sentences[i]);
    }
    return rows;
  }

  @Override
  public synchronized double score(int[] sums) {
    StringBuilder question = new StringBuilder("EVAL |||");
    for (int sum : sums) {
      question.append(' ').append(sum / scale);
    }
    say(question.toString());
    flush();
    String answer = answer();
    // As Python writes them: no score at all is the worst one.
    switch (answer) {
      case "nan":
        return worstPossibleScore();
      case "inf":
        return Double.POSITIVE_INFINITY;
      case "-inf":
        return Double.NEGATIVE_INFINITY;
      default:
        return Double.parseDouble(answer);
    }
  }

  @Override
  public void printDetailedScore_fromStats(int[] sums, boolean oneLiner) {
    System.out.println(metricName + " = " + score(sums));
  }

  private int[] row(String answer, int sentence) {
    String[] values = answer.split(" ");
    int[] row = new int[suffStatsCount];
    for (int s = 0; s < suffStatsCount; ++s) {
      double scaled = Math.rint(Double.parseDouble(values[s]) * scale);
      long size = (long) Math.abs(scaled);
      reach[s] += Math.max(0, size - largest[sentence][s]);
      largest[sentence][s] = Math.max(largest[sentence][s], size);
      if (size > Integer.MAX_VALUE || reach[s] > Integer.MAX_VALUE) {
        throw failed("sums of statistics times " + scale + " may be too large for Z-MERT: take a smaller scale", null);
      }
      row[s] = (int) scaled;
    }
    return row;
  }

  private Process started() {
    try {
      return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException error) {
      throw failed(command + " cannot be run", error);
    }
  }

  private String answer() {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw failed(command + " ended without an answer", null);
      }
      return line;
    } catch (IOException error) {
      throw failed(command + " cannot be read from", error);
    }
  }

  private void say(String line) {
    try {
      questions.write(line + "\n");
    } catch (IOException error) {
      throw failed(command + " cannot be written to", error);
    }
  }

  private void flush() {
    try {
      questions.flush();
    } catch (IOException error) {
      throw failed(command + " cannot be written to", error);
    }
  }

  private static double positive(String text) {
    try {
      double number = Double.parseDouble(text);
      if (number > 0 && number < Double.POSITIVE_INFINITY) {
        return number;
      }
    } catch (NumberFormatException error) {
      // Said below, as for other numbers that are none to multiply with.
    }
    throw failed("statistics are multiplied with a number above 0, not " + text, null);
  }

  /** Ends everything: Z-MERT would wait for ever for a thread of its search that died. */
  private static RuntimeException failed(String sentence, Throwable cause) {
    System.err.println("error: " + sentence + (cause == null ? "" : " (" + cause + ")"));
    System.exit(2);
    return new IllegalStateException(sentence, cause);
  }
}
